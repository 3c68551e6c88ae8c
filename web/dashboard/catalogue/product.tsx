import { useParams } from '@tanstack/react-router'
import { isMissing } from '../api/client.ts'
import { useApi } from '../api/queries.ts'
import { texts } from '../i18n.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { Empty, ErrorNote, SkeletonRows } from '../ui/states.tsx'
import { useArchiving } from './archiving.ts'
import { BackLink } from './back-link.tsx'
import { Origin } from './origin.tsx'
import { ProductForm } from './product-form.tsx'
import type { Product } from './shelf.ts'
import { SaleBadge, ShortageBadge } from './signs.tsx'
import { useTexts as useShared } from './texts.ts'

const useTexts = texts({
  en: {
    missing: 'There is no such product',
    missingAbout: 'It may belong to another workspace, or the address is mistyped.',
    isArchived: 'Archived: it is kept, and never offered. Put it back, or save a change, to sell it again.',
  },
  ms: {
    missing: 'Produk ini tiada',
    missingAbout: 'Mungkin milik ruang kerja lain, atau alamatnya tersilap taip.',
    isArchived:
      'Diarkib: disimpan dan tidak ditawarkan. Kembalikan, atau simpan perubahan, untuk menjualnya semula.',
  },
})

export function ProductPage() {
  const words = useTexts()
  const shared = useShared()
  const { id } = useParams({ from: '/shell/catalogue/$id' })
  const { data, isPending, error, refetch } = useApi('GET /products/:id', { params: { id } })
  if (data) return <Shown key={id} product={data.data} />
  if (isMissing(error)) {
    return (
      <Page title={words.missing} actions={<BackLink />}>
        <Empty icon="catalogue" title={words.missing}>
          {words.missingAbout}
        </Empty>
      </Page>
    )
  }
  return (
    <Page title={shared.product} actions={<BackLink />}>
      {isPending ? <SkeletonRows rows={5} /> : <ErrorNote error={error} retry={() => void refetch()} />}
    </Page>
  )
}

function Shown({ product }: { product: Product }) {
  const words = useTexts()
  const shared = useShared()
  const { archive, putBack, isBusy } = useArchiving()
  const isArchived = product.archived_at !== null
  return (
    <Page
      title={product.name}
      about={
        <span className="flex flex-wrap gap-2">
          <SaleBadge isActive={product.is_active && !isArchived} />
          <ShortageBadge product={product} />
        </span>
      }
      actions={
        <>
          <BackLink />
          {!isArchived && (
            <Button icon="archive" busy={isBusy} onClick={() => archive(product)}>
              {shared.archive}
            </Button>
          )}
        </>
      }
    >
      {isArchived && (
        <div className="flex flex-wrap items-center gap-3 rounded-md bg-wait-soft p-3 text-sm text-wait">
          <p className="grow basis-64">{words.isArchived}</p>
          <Button busy={isBusy} onClick={() => putBack(product)}>
            {shared.putBack}
          </Button>
        </div>
      )}
      <ProductForm product={product} />
      <Origin product={product} />
    </Page>
  )
}
