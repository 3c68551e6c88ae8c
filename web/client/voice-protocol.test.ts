import { describe, expect, it } from 'vitest'
import { Conversation, type Effect } from './voice-protocol.ts'

const event = (type: string, name: string, fields: object) => JSON.stringify({ type, [name]: fields })
const response = (text: string) =>
  event('agent_response', 'agent_response_event', { agent_response: text, event_id: 1 })
const heard = (text: string) =>
  event('user_transcript', 'user_transcription_event', { user_transcript: text, event_id: 1 })
const audio = (id: number) => event('audio', 'audio_event', { audio_base_64: 'AAA=', event_id: id })
const said = (effects: Effect[]) =>
  effects.flatMap((effect) => (effect.kind === 'transcript' ? [effect.transcript] : []))

describe('the conversation socket', () => {
  it('begins with the rates of both directions', () => {
    const formats = { agent_output_audio_format: 'pcm_24000', user_input_audio_format: 'pcm_16000' }
    const name = 'conversation_initiation_metadata'
    const effects = new Conversation().receive(event(name, `${name}_event`, formats))
    expect(effects).toEqual([{ kind: 'ready', inputRate: 16_000, outputRate: 24_000 }])
    expect(new Conversation().receive(event(name, `${name}_event`, {}))).toEqual([
      { kind: 'ready', inputRate: 16_000, outputRate: 16_000 },
    ])
  })

  it('answers a ping with its own number', () => {
    const effects = new Conversation().receive(event('ping', 'ping_event', { event_id: 7, ping_ms: 30 }))
    expect(effects).toEqual([{ kind: 'send', message: { type: 'pong', event_id: 7 } }])
  })

  it('what the customer says comes unfinished first, then for good, and then the agent thinks', () => {
    const line = new Conversation()
    const tentative = event('tentative_user_transcript', 'tentative_user_transcription_event', {
      user_transcript: 'dua kopi',
      event_id: 1,
    })
    expect(said(line.receive(tentative))).toEqual([{ role: 'user', text: 'dua kopi', final: false }])
    const effects = line.receive(heard('Dua kopi ais.'))
    expect(said(effects)).toEqual([{ role: 'user', text: 'Dua kopi ais.', final: true }])
    expect(effects.at(-1)).toEqual({ kind: 'thinking' })
  })

  it('what the agent says is final when it was heard', () => {
    const line = new Conversation()
    expect(said(line.receive(response('Baik!')))).toEqual([{ role: 'agent', text: 'Baik!', final: false }])
    expect(said(line.drained())).toEqual([{ role: 'agent', text: 'Baik!', final: true }])
    expect(line.drained()).toEqual([])
  })

  it('an interruption drops the sound; the line ends where it was cut', () => {
    const line = new Conversation()
    line.receive(response('Kami buka dari pukul tujuh pagi.'))
    expect(line.receive(event('interruption', 'interruption_event', { event_id: 5 }))).toEqual([
      { kind: 'drop' },
    ])
    const correction = event('agent_response_correction', 'agent_response_correction_event', {
      original_agent_response: 'Kami buka dari pukul tujuh pagi.',
      corrected_agent_response: 'Kami buka…',
      event_id: 5,
    })
    expect(said(line.receive(correction))).toEqual([{ role: 'agent', text: 'Kami buka…', final: true }])
    expect(said(line.receive(heard('Esok?')))).toEqual([{ role: 'user', text: 'Esok?', final: true }])
  })

  it('sound of before the interruption that comes late is not played', () => {
    const line = new Conversation()
    expect(line.receive(audio(4))).toEqual([{ kind: 'play', audio: 'AAA=' }])
    line.receive(event('interruption', 'interruption_event', { event_id: 5 }))
    expect(line.receive(audio(4))).toEqual([])
    expect(line.receive(audio(6))).toEqual([{ kind: 'play', audio: 'AAA=' }])
  })

  it('a line that nobody took back is final at the latest when the next begins or the call ends', () => {
    const line = new Conversation()
    line.receive(response('Satu.'))
    expect(said(line.receive(response('Dua.')))).toEqual([
      { role: 'agent', text: 'Satu.', final: true },
      { role: 'agent', text: 'Dua.', final: false },
    ])
    expect(said(line.closed(1000))).toEqual([{ role: 'agent', text: 'Dua.', final: true }])
  })

  it('text that streams grows', () => {
    const line = new Conversation()
    const part = (type: string, text: string) =>
      line.receive(event('agent_chat_response_part', 'text_response_part', { type, text, event_id: 1 }))
    expect(
      said([...part('start', ''), ...part('delta', 'Ba'), ...part('delta', 'ik'), ...part('stop', '')]),
    ).toEqual([
      { role: 'agent', text: 'Ba', final: false },
      { role: 'agent', text: 'Baik', final: false },
    ])
  })

  it.each([
    [1000, { kind: 'end' }],
    [4402, { kind: 'fail', code: 'credits_used_up' }],
    [1006, { kind: 'fail', code: 'network_lost' }],
    [1011, { kind: 'fail', code: 'network_lost' }],
  ])('closed with %i', (code, effect) => {
    expect(new Conversation().closed(code)).toEqual([effect])
  })

  it('an error says whether it is about credits', () => {
    const error = (fields: object) => new Conversation().receive(event('error', 'error_event', fields))
    expect(error({ code: 1008, message: 'No credits left' })).toEqual([
      { kind: 'fail', code: 'credits_used_up' },
    ])
    expect(error({ code: 4402 })).toEqual([{ kind: 'fail', code: 'credits_used_up' }])
    expect(error({ code: 1011, message: 'Broken' })).toEqual([
      { kind: 'fail', code: 'network_lost', message: 'Broken' },
    ])
    expect(error({ code: 1000, message: 'Max duration' })).toEqual([])
  })

  it('a tool we do not have is refused, so that nobody waits', () => {
    const [effect] = new Conversation().receive(
      event('client_tool_call', 'client_tool_call', { tool_call_id: 'x' }),
    )
    expect(effect).toMatchObject({ kind: 'send', message: { tool_call_id: 'x', is_error: true } })
  })

  it.each([
    '',
    'null',
    '1',
    '[]',
    '{}',
    '{"type":"toString"}',
    '{"type":"vad_score"}',
    '{"type":"audio"}',
    '{"type":"user_transcript"}',
  ])('nonsense harms nothing: %s', (text) => {
    expect(new Conversation().receive(text)).toEqual([])
  })
})
