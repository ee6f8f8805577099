// The package of the engine at the edge, which has no types: where its program is.
declare module "workerd" {
  const path: string;
  export default path;
}
