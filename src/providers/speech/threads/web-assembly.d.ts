/** Part of every Node, but typed only together with everything else a browser has. */
declare namespace WebAssembly {
  class Module {
    private readonly brand: 'Module'
  }
  class Memory {
    readonly buffer: ArrayBuffer
    private constructor()
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, (...given: never[]) => unknown>>)
    readonly exports: Record<string, unknown>
  }
  function compile(bytes: Uint8Array): Promise<Module>
}
