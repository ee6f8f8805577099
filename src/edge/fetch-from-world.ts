// A request to a world that is in memory: passed to its sandbox, with the path that names the
// world, and with the hash of a secret in the secret's place.
import { rejectMethod } from "../control/routes.ts";
import { formatTime } from "../shared/times.ts";
import { addressesAt, type Target } from "./find-world.ts";
import type { LoadedWorld } from "./loaded-world.ts";
import { findToken, ownerOf, withHashedToken, withToken } from "./secrets.ts";
import type { EdgeSettings } from "./settings.ts";

/** Passes a request to a world, and returns its response. */
export async function fetchFromWorld(
  request: Request,
  { path, isApi }: Target,
  { about, sandbox }: LoadedWorld,
  settings: EdgeSettings,
): Promise<Response> {
  const url = new URL(request.url);
  const { name } = about;
  if (settings.hostName !== undefined) url.hostname = settings.hostName;
  sandbox.advertise(addressesAt(url.origin));

  const sent = withPath(request, `/w/${name}${path}`);
  if (isApi) return endEarly(request, await sandbox.api.fetch(sent));

  const isAboutIt = path === `/_sandbox/worlds/${name}`;
  const { method } = request;
  // Why: only the control token's owner knows the secret that it would respond with.
  if (isAboutIt && method === "PUT")
    return rejectMethod(method, ["GET", "HEAD", "PATCH", "DELETE"]);
  const isDrop = isAboutIt && method === "DELETE";
  const isOwner = isDrop && (await isOwnerOf(about.owner, request, settings));
  const known = isOwner ? withToken(sent, about.secret) : await withHashedToken(sent);
  const response = await sandbox.hosted.fetch(known);
  return isAboutIt && method === "GET" && response.status === 200
    ? withTimes(response, about)
    : response;
}

function withPath(request: Request, path: string): Request {
  const url = new URL(request.url);
  if (url.pathname === path) return request;
  url.pathname = path;
  return new Request(url, request);
}

/** Whether a request has a control token of the team that made the world. */
async function isOwnerOf(
  owner: string,
  request: Request,
  { tokens }: EdgeSettings,
): Promise<boolean> {
  const token = await findToken(request, tokens);
  return token !== undefined && (await ownerOf(token)) === owner;
}

/** Adds the expiry time to a world's state, and the time of its restart if it restarted. */
async function withTimes(response: Response, about: LoadedWorld["about"]): Promise<Response> {
  const { expiresAt, restartedAt } = about;
  return Response.json({
    ...(await response.json()),
    expiresAt: formatTime(expiresAt),
    ...(restartedAt !== undefined && { restartedAt: formatTime(restartedAt) }),
  });
}

/** Makes a response that a fault drops end before its length. Other responses stay unchanged. */
// Runtime: the engine always sends a response head. If a body fails, the client notices only if the head has its length.
function endEarly({ method }: Request, response: Response): Response {
  const { body, status } = response;
  const headers = new Headers(response.headers);
  const length = headers.get("content-length");
  // Why: only dropped responses with a body have this header.
  if (body === null || length === null) return response;
  if (method === "HEAD") return new Response(null, response);
  // Runtime: otherwise the engine may compress the body, and omit its length.
  headers.set("Content-Encoding", "identity");
  const { readable, writable } = new FixedLengthStream(Number(length));
  body.pipeTo(writable).catch(() => {});
  return new Response(readable, { status, headers });
}
