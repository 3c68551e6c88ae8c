import { useState } from 'react'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/icons.tsx'
import { isWebAddress } from './typed.ts'

/** A product's picture from the web; where there is none, or it does not come, a quiet tile. */
export function Picture({
  url,
  large,
  onBroken,
}: {
  url: string | null
  large?: boolean
  onBroken?: (url: string) => void
}) {
  const [broken, setBroken] = useState<string>()
  const size = large ? 'size-24' : 'size-10'
  if (!url || !isWebAddress(url) || broken === url) {
    return (
      <span className={classes('grid shrink-0 place-items-center rounded-sm bg-sunk text-quiet', size)}>
        <Icon name="catalogue" size={large ? 28 : 18} />
      </span>
    )
  }
  return (
    <img
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      className={classes('shrink-0 rounded-sm bg-sunk object-cover', size)}
      onError={() => {
        setBroken(url)
        onBroken?.(url)
      }}
    />
  )
}
