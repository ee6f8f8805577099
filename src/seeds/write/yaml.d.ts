// A seed file imported as text.
declare module "*.yaml" {
  const text: string;
  export default text;
}
