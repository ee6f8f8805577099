// The limit of an executable's start and memory: the least that is compiled as ours is, and answers.
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  development: false,
  fetch: () => new Response("{}", { headers: { "Content-Type": "application/json" } }),
});

await Bun.write(Bun.stdout, `{"baseUrl":"http://127.0.0.1:${server.port}"}\n`);

export {};
