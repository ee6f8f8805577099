// Passes a request to a world in memory. Its sandbox expects the world's name in the path, and the hash of a secret
// instead of the secret.
import { formatTime } from "../shared/times.ts";
import { endEarly } from "./drop-connection.ts";
import { addressesAt, type Target } from "./find-world.ts";
import type { LoadedWorld } from "./loaded-world.ts";
import { findToken, hashOf, withHashedToken, withToken } from "./secrets.ts";
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

/** Whether a request has the control token that made the world, and the token is still valid. */
async function isOwnerOf(
  owner: string,
  request: Request,
  { tokens }: EdgeSettings,
): Promise<boolean> {
  const token = await findToken(request, tokens);
  return token !== undefined && (await hashOf(token)) === owner;
}

/** Adds the expiry time to a world's state, and the time of its restart if it restarted. */
async function withTimes(response: Response, about: LoadedWorld["about"]): Promise<Response> {
  const { expiresAt, begunAnewAt } = about;
  return Response.json({
    ...(await response.json()),
    expiresAt: formatTime(expiresAt),
    ...(begunAnewAt !== undefined && { begunAnewAt: formatTime(begunAnewAt) }),
  });
}
