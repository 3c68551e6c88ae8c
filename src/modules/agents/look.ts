import { z } from 'zod'

const MOST_SUGGESTIONS = 3

/** How an agent's website chat looks. */
export const lookSchema = z.object({
  accent: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, { error: 'must be a colour such as #0f766e' })
    .toLowerCase(),
  theme: z.enum(['auto', 'light', 'dark']).describe('auto follows the visitor’s own setting'),
  side: z.enum(['right', 'left']).describe('The corner the bubble sits in'),
  suggestions: z
    .array(z.string().trim().min(1).max(60))
    .max(MOST_SUGGESTIONS)
    .describe('What a visitor could say first, offered as buttons; empty for the usual three'),
})
export type Look = z.output<typeof lookSchema>

const USUAL: Look = { accent: '#007a7b', theme: 'auto', side: 'right', suggestions: [] }

export function lookOf({ look }: { look: Partial<Look> }): Look {
  return { ...USUAL, ...look }
}
