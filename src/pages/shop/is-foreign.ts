// Whether a form was sent by a page of another origin, as browsers tell. Programs tell nothing, and need
// a token as everybody does.

/** Tells whether a request comes from a page that is not of the hosted address. */
export function isForeign({ url, headers }: Request, hostedUrl: string): boolean {
  const site = headers.get("sec-fetch-site");
  // Why: the browser knows the address that it asked; behind a proxy, we may know another.
  if (site !== null) return site !== "same-origin" && site !== "none";
  const origin = headers.get("origin");
  return origin !== null && ![url, hostedUrl].some((own) => isOf(origin, own));
}

// Runtime: with a damaged `Host` the URL of a request is none under Bun.
function isOf(origin: string, url: string): boolean {
  return URL.canParse(url) && new URL(url).origin === origin;
}
