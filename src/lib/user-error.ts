/**
 * An error whose message is one sentence for the person at the terminal: what is wrong and the way out.
 * It is printed as it is, without a stack; anything else that reaches the top is a fault of ours.
 */
export class UserError extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode = 1) {
    super(message)
    this.name = 'UserError'
    this.exitCode = exitCode
  }
}
