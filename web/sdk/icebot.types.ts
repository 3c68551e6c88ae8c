/// <reference path="./icebot.d.ts" />
/** Checked by the compiler alone: the SDK and its declarations must promise the same. */
import type { VoiceSession } from '../client/voice.ts'
import type { IceBotError } from '../client/voice-error.ts'
import type { Transcript } from '../client/voice-protocol.ts'
import type { Chat, ChatOptions } from './chat.ts'
import type implemented from './icebot.ts'
import type { VoiceOptions, VoiceState } from './voice.ts'

// Beside `icebot.ts` the declarations cannot be imported; their global can.
type Declared = typeof globalThis.IceBot
type Implemented = typeof implemented

type DeclaredVoice = Parameters<Declared['voice']>[0]
type Listened<Name extends 'onTranscript' | 'onState' | 'onError'> = Parameters<
  NonNullable<DeclaredVoice[Name]>
>[0]

/** Exactly the same, not only fitting. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Flat<T> = { [Key in keyof T]: T[Key] }
type Each<T extends true[]> = T

export type Checked = Each<
  [
    Same<keyof Declared, keyof Implemented>,
    Implemented extends Declared ? true : false,
    Declared extends Implemented ? true : false,
    Same<Flat<Parameters<Declared['chat']>[1]>, Flat<ChatOptions>>,
    Same<Flat<Awaited<ReturnType<Declared['chat']>>>, Flat<Chat>>,
    Same<keyof DeclaredVoice, keyof VoiceOptions>,
    Same<Flat<Listened<'onTranscript'>>, Flat<Transcript>>,
    Same<Listened<'onState'>, VoiceState>,
    Same<Listened<'onError'>['code'], IceBotError['code']>,
    Same<Flat<Awaited<ReturnType<Declared['voice']>>>, Flat<VoiceSession>>,
  ]
>
