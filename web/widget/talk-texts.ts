import type { Texts } from './texts.ts'

/** The words of the Talk sheet. */
export interface TalkTexts {
  talkTo: (agent: string) => string
  connecting: string
  allowMicrophone: string
  listening: string
  typeOrRecord: string
  thinking: (agent: string) => string
  speaking: (agent: string) => string
  recording: string
  secondsLeft: (seconds: number) => string
  understanding: string
  ended: string
  notStarted: string
  muted: string
  said: string
  you: string
  mute: string
  unmute: string
  readAloud: string
  readSilently: string
  hangUp: string
  backToChat: string
  write: (agent: string) => string
  send: string
  record: string
  sendNote: string
  discardNote: string
  tryAgain: string
  microphoneRefused: string
  typeInstead: string
  creditsUsedUp: string
  siteNotAllowed: string
  networkLost: string
  /** Typed: the text is in the field again, the note is kept. */
  notSent: string
  nothingHeard: string
  languageNotSupported: string
  voiceUnavailable: string
  tooMany: string
}

const en: TalkTexts = {
  talkTo: (agent) => `Talk to ${agent}`,
  connecting: 'Connecting…',
  allowMicrophone: 'Please allow the microphone',
  listening: 'Listening',
  typeOrRecord: 'Type or record. Answers are read aloud.',
  thinking: (agent) => `${agent} is thinking`,
  speaking: (agent) => `${agent} is speaking`,
  recording: 'Recording',
  secondsLeft: (seconds) => `${seconds} s left`,
  understanding: 'Listening to your note',
  ended: 'The talk has ended',
  notStarted: 'The talk could not begin',
  muted: 'Microphone is off',
  said: 'What was said',
  you: 'You',
  mute: 'Turn microphone off',
  unmute: 'Turn microphone on',
  readAloud: 'Read answers aloud',
  readSilently: 'Stop reading aloud',
  hangUp: 'Hang up',
  backToChat: 'Back to chat',
  write: (agent) => `Write to ${agent}`,
  send: 'Send',
  record: 'Record a voice note',
  sendNote: 'Send voice note',
  discardNote: 'Discard voice note',
  tryAgain: 'Try again',
  microphoneRefused:
    'The microphone was not allowed. Allow it in your browser to talk, or go on writing in the chat.',
  typeInstead: 'No microphone? No problem: type, and the answer is still read aloud.',
  creditsUsedUp:
    'Talking is not possible right now. What you write is kept, and the team will reply in the chat.',
  siteNotAllowed: 'Talking is not set up for this website.',
  networkLost: 'The connection was lost. What was said is kept in the chat.',
  notSent: 'Not sent: the connection was lost. Send it once more.',
  nothingHeard: 'I heard nothing. Try again, a little closer to the microphone.',
  languageNotSupported: 'I cannot understand voice notes in this language yet. Please type instead.',
  voiceUnavailable: 'Voice notes do not work right now. Please type instead.',
  tooMany: 'That was a lot at once. Wait a moment, then try again.',
}

const ms: TalkTexts = {
  talkTo: (agent) => `Bercakap dengan ${agent}`,
  connecting: 'Menyambung…',
  allowMicrophone: 'Sila benarkan mikrofon',
  listening: 'Sedang mendengar',
  typeOrRecord: 'Taip atau rakam. Jawapan dibacakan.',
  thinking: (agent) => `${agent} sedang berfikir`,
  speaking: (agent) => `${agent} sedang bercakap`,
  recording: 'Sedang merakam',
  secondsLeft: (seconds) => `${seconds} saat lagi`,
  understanding: 'Mendengar rakaman anda',
  ended: 'Perbualan tamat',
  notStarted: 'Perbualan tidak dapat dimulakan',
  muted: 'Mikrofon dimatikan',
  said: 'Apa yang dikatakan',
  you: 'Anda',
  mute: 'Matikan mikrofon',
  unmute: 'Hidupkan mikrofon',
  readAloud: 'Bacakan jawapan',
  readSilently: 'Berhenti membacakan',
  hangUp: 'Tamatkan',
  backToChat: 'Kembali ke sembang',
  write: (agent) => `Tulis kepada ${agent}`,
  send: 'Hantar',
  record: 'Rakam nota suara',
  sendNote: 'Hantar nota suara',
  discardNote: 'Buang nota suara',
  tryAgain: 'Cuba lagi',
  microphoneRefused:
    'Mikrofon tidak dibenarkan. Benarkan dalam pelayar anda untuk bercakap, atau terus menulis.',
  typeInstead: 'Tiada mikrofon? Tidak mengapa: taip sahaja, jawapan tetap dibacakan.',
  creditsUsedUp:
    'Tidak dapat bercakap sekarang. Apa yang anda tulis disimpan dan pasukan kami akan membalas dalam sembang.',
  siteNotAllowed: 'Fungsi bercakap belum disediakan untuk laman web ini.',
  networkLost: 'Sambungan terputus. Apa yang dikatakan tersimpan dalam sembang.',
  notSent: 'Gagal dihantar kerana sambungan terputus. Hantar sekali lagi.',
  nothingHeard: 'Saya tidak dengar apa-apa. Cuba lagi, dekat sedikit dengan mikrofon.',
  languageNotSupported: 'Nota suara dalam bahasa ini belum difahami. Sila taip.',
  voiceUnavailable: 'Nota suara tidak berfungsi sekarang. Sila taip.',
  tooMany: 'Terlalu banyak sekali gus. Tunggu sebentar, kemudian cuba lagi.',
}

const zh: TalkTexts = {
  talkTo: (agent) => `与 ${agent} 通话`,
  connecting: '正在连接…',
  allowMicrophone: '请允许使用麦克风',
  listening: '正在聆听',
  typeOrRecord: '打字或录音，回答会读给您听。',
  thinking: (agent) => `${agent} 正在思考`,
  speaking: (agent) => `${agent} 正在说话`,
  recording: '正在录音',
  secondsLeft: (seconds) => `还剩 ${seconds} 秒`,
  understanding: '正在听您的录音',
  ended: '通话已结束',
  notStarted: '通话未能开始',
  muted: '麦克风已关闭',
  said: '对话内容',
  you: '您',
  mute: '关闭麦克风',
  unmute: '打开麦克风',
  readAloud: '朗读回答',
  readSilently: '停止朗读',
  hangUp: '挂断',
  backToChat: '返回聊天',
  write: (agent) => `写给 ${agent}`,
  send: '发送',
  record: '录一段语音',
  sendNote: '发送语音',
  discardNote: '删除语音',
  tryAgain: '重试',
  microphoneRefused: '麦克风未获允许。请在浏览器中允许后再通话，或继续打字聊天。',
  typeInstead: '没有麦克风也没关系：打字即可，回答照样读给您听。',
  creditsUsedUp: '现在无法通话。您写的内容已保留，店员会在聊天中回复。',
  siteNotAllowed: '此网站尚未开通语音对话。',
  networkLost: '连接中断了。说过的话保留在聊天里。',
  notSent: '连接中断，未能发送。请再发送一次。',
  nothingHeard: '没有听到声音。请靠近麦克风再试一次。',
  languageNotSupported: '暂时听不懂这种语言的语音，请打字。',
  voiceUnavailable: '语音暂时不能用，请打字。',
  tooMany: '一次太多了，请稍等再试。',
}

export function talkTextsFor(lang: Texts['lang']): TalkTexts {
  return { en, ms, zh }[lang]
}
