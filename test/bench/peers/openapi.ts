// The answers as the examples of an OpenAPI document, for the tools that serve one.
import type { Answers } from "./peer.ts";

/** Describes them. */
export function describeAnswers(answers: Answers) {
  const paths = Object.values(answers).map(({ request, answer }) => {
    const content = { "application/json": { schema: {}, example: JSON.parse(answer.body) } };
    const operation = {
      ...(request.body && { requestBody: { content: { "application/json": { schema: {} } } } }),
      responses: { [answer.status]: { description: "as recorded", content } },
    };
    return [request.path, { [request.method.toLowerCase()]: operation }];
  });
  return {
    openapi: "3.1.0",
    info: { title: "Recorded answers", version: "1" },
    paths: Object.fromEntries(paths),
  };
}
