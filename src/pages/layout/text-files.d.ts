// Files that are imported `with { type: "text" }`: style sheets, pictures, browser scripts and guides.
declare module "*.css" {
  const text: string;
  export default text;
}
declare module "*.svg" {
  const text: string;
  export default text;
}
declare module "*.client.js" {
  const text: string;
  export default text;
}
declare module "*.md" {
  const text: string;
  export default text;
}
