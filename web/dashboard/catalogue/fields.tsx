import { type ReactNode, useState } from 'react'
import { Input, Textarea } from '../ui/field.tsx'
import type { Draft, Faults } from './draft.ts'
import { Picture } from './picture.tsx'
import { useTexts } from './texts.ts'

export interface FieldsProps {
  draft: Draft
  change: (some: Partial<Draft>) => void
  /** In the reader's words. */
  problem: (place: string) => string | undefined
}

/** What is wrong with a field, in words: what was found here, else what the server said about it. */
export function useProblems(faults: Faults, refused: (field: string) => string | undefined) {
  const words = useTexts()
  return (place: string): string | undefined => {
    const fault = faults[place]
    return fault ? words[fault] : refused(place)
  }
}

export function NameField({ draft, change, problem, autoFocus }: FieldsProps & { autoFocus?: boolean }) {
  const words = useTexts()
  return (
    <Input
      label={words.name}
      value={draft.name}
      maxLength={300}
      required
      autoFocus={autoFocus ?? false}
      problem={problem('name')}
      onChange={({ target }) => change({ name: target.value })}
    />
  )
}

export function PriceField({ draft, change, problem, hint }: FieldsProps & { hint?: ReactNode }) {
  const words = useTexts()
  return (
    <Input
      label={words.price}
      value={draft.price}
      inputMode="decimal"
      placeholder="4.50"
      hint={hint}
      problem={problem('price')}
      onChange={({ target }) => change({ price: target.value })}
    />
  )
}

export function StockField({ draft, change, problem }: FieldsProps) {
  const words = useTexts()
  return (
    <Input
      label={words.stock}
      value={draft.stock}
      inputMode="numeric"
      placeholder={words.notCounted}
      hint={words.stockHint}
      problem={problem('stock')}
      onChange={({ target }) => change({ stock: target.value })}
    />
  )
}

/** What can wait: description, category, SKU, picture. */
export function MoreFields({ draft, change, problem }: FieldsProps) {
  const words = useTexts()
  return (
    <>
      <Textarea
        label={words.description}
        value={draft.description}
        maxLength={10_000}
        hint={words.descriptionHint}
        problem={problem('description')}
        onChange={({ target }) => change({ description: target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Input
          label={words.category}
          value={draft.category}
          maxLength={200}
          problem={problem('category')}
          onChange={({ target }) => change({ category: target.value })}
        />
        <Input
          label={words.sku}
          value={draft.sku}
          maxLength={255}
          problem={problem('sku')}
          onChange={({ target }) => change({ sku: target.value })}
        />
      </div>
      <PictureField {...{ draft, change, problem }} />
    </>
  )
}

function PictureField({ draft, change, problem }: FieldsProps) {
  const words = useTexts()
  const [broken, setBroken] = useState<string>()
  const address = draft.image_url.trim()
  return (
    <div className="flex items-start gap-4">
      <Picture url={address} large onBroken={setBroken} />
      <div className="min-w-0 grow">
        <Input
          label={words.image}
          type="url"
          value={draft.image_url}
          maxLength={2_000}
          placeholder="https://"
          hint={broken !== undefined && broken === address ? words.imageBroken : undefined}
          problem={problem('image_url')}
          onChange={({ target }) => change({ image_url: target.value })}
        />
      </div>
    </div>
  )
}
