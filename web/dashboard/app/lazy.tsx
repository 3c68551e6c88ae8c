import { type ComponentType, use } from 'react'
import { ApiError } from '../api/client.ts'

/**
 * A page whose program is loaded when somebody goes there. When it does not come, the page says so and all around it
 * stays; the router's own way would load everything anew and leave nothing where the service is down.
 */
export function lazyPage<Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) {
  let loading: Promise<ComponentType> | undefined
  let loaded: ComponentType | undefined
  function program(): Promise<ComponentType> {
    loading ??= load().then(
      (module) => {
        loaded = module[name] as ComponentType
        return loaded
      },
      () => {
        loading = undefined
        throw new ApiError(0, { error: 'unreachable' })
      },
    )
    return loading
  }
  function LazyPage() {
    // The router has waited for it as a rule, and then it is there with everything else.
    const Page = loaded ?? use(program())
    return <Page />
  }
  return Object.assign(LazyPage, { preload: () => program().then(() => {}) })
}
