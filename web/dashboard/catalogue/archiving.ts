import { useDeed } from '../api/queries.ts'
import { useTell } from '../ui/toast.tsx'
import type { Product } from './shelf.ts'
import { useTexts } from './texts.ts'

/** Off the shelf and back. A product that is saved again is no longer archived; its other fields stay as they are. */
export function useArchiving() {
  const words = useTexts()
  const tell = useTell()
  const away = useDeed('POST /agents/:agent_id/products/archive', { touches: ['overview'] })
  const back = useDeed('POST /agents/:agent_id/products', { touches: ['overview'] })

  function putBack({ agent_id, source, external_id, name, is_active }: Product): void {
    back.mutate(
      { params: { agent_id }, body: { source, products: [{ external_id, name, is_active }] } },
      { onSuccess: () => tell({ text: words.isBack(name) }) },
    )
  }

  function archive(product: Product): void {
    const { agent_id, source, external_id, name } = product
    away.mutate(
      { params: { agent_id }, body: { source, external_ids: [external_id] } },
      {
        onSuccess: () =>
          tell({
            text: words.archived(name),
            action: { name: words.undo, run: () => putBack(product) },
          }),
      },
    )
  }

  return { archive, putBack, isBusy: away.isPending || back.isPending }
}
