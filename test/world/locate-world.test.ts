// From the URL of a request to its world, path and query, cut by hand.
import { expect, test } from "bun:test";
import { locateWorld } from "../../src/world/locate-world.ts";
import { sandbox } from "../support/sandbox.ts";

const { worlds } = sandbox();
worlds.create("alpha");

test.each([
  ["http://h/a/b?c=d", "default", "/a/b", "c=d"],
  ["http://h:1/", "default", "/", ""],
  ["http://h", "default", "/", ""],
  ["http://h/?", "default", "/", ""],
  ["http://h/a?b?c", "default", "/a", "b?c"],
  ["http://h/a?/w/alpha/b", "default", "/a", "/w/alpha/b"],
  ["http://h//a", "default", "//a", ""],
  ["http://h/w", "default", "/w", ""],
  ["http://h/wide/a", "default", "/wide/a", ""],
  ["http://h/w/alpha", "alpha", "/", ""],
  ["http://h/w/alpha/", "alpha", "/", ""],
  ["http://h/w/alpha?a=b", "alpha", "/", "a=b"],
  ["http://h/w/alpha/a/b?c", "alpha", "/a/b", "c"],
  ["http://h/w/alpha//a", "alpha", "//a", ""],
  ["http://h/w/default/a", "default", "/a", ""],
  ["http://h/w/beta/a?b", "default", "/w/beta/a", "b"],
  ["http://h/w/", "default", "/w/", ""],
  ["http://h/w//a", "default", "/w//a", ""],
  ["http://[::1]:1/w/alpha/a", "alpha", "/a", ""],
  ["http://a b%%/w/alpha/a", "alpha", "/a", ""],
])("%s is in world %p at %s", (url, name, path, query) => {
  const { world, ...rest } = locateWorld(url, worlds);
  expect([world.name, rest]).toEqual([name, { path, query }]);
});

test("an address that was requested before leads to the current worlds", () => {
  const { worlds } = sandbox();
  const find = () => {
    const { world, path } = locateWorld("http://h/w/late/a", worlds);
    return [world.name, path];
  };
  expect(find()).toEqual(["default", "/w/late/a"]);
  worlds.create("late");
  expect(find()).toEqual(["late", "/a"]);
  worlds.drop("late");
  expect(find()).toEqual(["default", "/w/late/a"]);
});

test("any number of addresses are distinguished", () => {
  const paths = Array.from({ length: 2_000 }, (_, number) => `/a/${number}`);
  const find = (path: string) => locateWorld(`http://h${path}`, worlds).path;
  expect([...paths, ...paths].map(find)).toEqual([...paths, ...paths]);
});
