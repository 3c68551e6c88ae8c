/** The kinds of store that sync with an agent; each has its own ids and its own words (specification, section 4). */
export const sources = ['api', 'store_type_a', 'store_type_b'] as const
export type Source = (typeof sources)[number]
