// The built Worker, imported as text.
declare module "*/edge/worker.js" {
  const text: string;
  export default text;
}
