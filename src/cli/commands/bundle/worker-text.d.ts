// What is built for the edge, imported as text.
declare module "*/edge/worker.js" {
  const text: string;
  export default text;
}
