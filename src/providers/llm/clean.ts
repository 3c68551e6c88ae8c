/** Without what no database and no provider takes: NUL and other control characters, halves of characters. */
export function cleaned(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '').toWellFormed()
}

/**
 * The arguments of a tool call, cleaned. What is JSON but no object becomes no JSON: the client then tells the model so,
 * where it would otherwise send back to the provider what no provider takes.
 */
export function cleanedArguments(text: string): string {
  if (text.trim() === '') return '{}'
  try {
    const value: unknown = JSON.parse(text, (_key, one) => (typeof one === 'string' ? cleaned(one) : one))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return JSON.stringify(value)
  } catch {}
  return `no object: ${cleaned(text)}`
}
