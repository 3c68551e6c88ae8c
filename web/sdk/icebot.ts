import { IceBotError } from '../client/voice-error.ts'
import { chat } from './chat.ts'
import { voice } from './voice.ts'

export default { chat, voice, Error: IceBotError }
