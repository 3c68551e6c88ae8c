/** The id of the agent, and where the service is. */
export interface BotOptions {
  /** The agent's id. */
  bot: string
  /** The address of the widget host; that of the service the SDK came from unless told otherwise. */
  host?: string | undefined
}

export interface ChatOptions extends BotOptions {
  /** The nonce of the page's content security policy, when its `script-src` works with nonces. */
  nonce?: string | undefined
}

/** A chat on the page. */
export interface Chat {
  open(): void
  close(): void
  /** Takes the chat off the page, as soon as every call that asked for it has been destroyed. */
  destroy(): void
}

export interface Transcript {
  role: 'user' | 'agent'
  text: string
  /** A line that is not final is replaced by the next of the same role; a final one never changes again. */
  final: boolean
}

/** After `ended` or `error` the session is over and everything is released. */
export type VoiceState = 'connecting' | 'listening' | 'speaking' | 'ended' | 'error'

export interface VoiceOptions extends BotOptions {
  onTranscript?: ((transcript: Transcript) => void) | undefined
  onState?: ((state: VoiceState) => void) | undefined
  onError?: ((error: IceBotError) => void) | undefined
}

export interface VoiceSession {
  /** `live`: both talk. `typed`: what you `send` is answered and the answer is read aloud. */
  readonly mode: 'live' | 'typed'
  /** Hangs up and releases the microphone. */
  end(): void
  /** Live: the agent hears silence. Typed: replies are no longer read aloud. */
  setMuted(muted: boolean): void
  /** Says something in writing. Resolves when the service has it; the reply comes as a transcript. */
  send(text: string): Promise<void>
}

export type VoiceErrorCode = 'microphone_refused' | 'credits_used_up' | 'site_not_allowed' | 'network_lost'

export declare class IceBotError extends Error {
  readonly name: 'IceBotError'
  readonly code: VoiceErrorCode
  constructor(code: VoiceErrorCode, message?: string, options?: ErrorOptions)
}

export interface IceBotSdk {
  /** Puts the chat on the page. Rejects with an `IceBotError` when it cannot be loaded. */
  chat(options: ChatOptions): Promise<Chat>
  /** As above; a click on the element (or the first that the selector finds) opens it. */
  chat(el: Element | string | null | undefined, options: ChatOptions): Promise<Chat>
  /**
   * Talks with the agent. Call it from a tap or click, before you wait for anything else: otherwise the browser keeps it
   * silent. Rejects with the same `IceBotError` that `onError` gets when it cannot begin.
   */
  voice(options: VoiceOptions): Promise<VoiceSession>
  /** To tell what happened: `error instanceof IceBot.Error && error.code === 'microphone_refused'`. */
  readonly Error: typeof IceBotError
}

declare const sdk: IceBotSdk
export default sdk

declare global {
  /** When loaded by a script tag from `/sdk/icebot.js`. */
  var IceBot: IceBotSdk
}
