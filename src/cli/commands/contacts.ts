import { system } from '../../modules/audit/index.ts'
import { addDoNotCall, doNotCallList, removeDoNotCall, setOptOut } from '../../modules/contacts/index.ts'
import { readValue } from '../arguments.ts'
import type { Command } from '../command.ts'
import * as is from '../readers.ts'
import { theAgent, theWorkspace } from './find.ts'

const workspace = { workspace: is.required(is.text, 'ID') }

export const contactCommands: Command[] = [
  {
    name: 'dnc add',
    about: 'Put a number on the do-not-call list of a workspace',
    takes: ['PHONE'],
    flags: workspace,
    run: async ({ db }, { words: [word = ''], flags }) => {
      const phone = readValue('PHONE', is.phone, word)
      const { id } = await theWorkspace(db, flags.workspace)
      await addDoNotCall(db, system, id, phone)
      return { json: { workspace_id: id, phone, listed: true } }
    },
  },
  {
    name: 'dnc remove',
    about: 'Take a number off the do-not-call list of a workspace',
    takes: ['PHONE'],
    flags: workspace,
    run: async ({ db }, { words: [word = ''], flags }) => {
      const phone = readValue('PHONE', is.phone, word)
      const { id } = await theWorkspace(db, flags.workspace)
      const removed = await removeDoNotCall(db, system, id, phone)
      return { json: { workspace_id: id, phone, listed: false, removed } }
    },
  },
  {
    name: 'dnc list',
    about: 'List the do-not-call numbers of a workspace',
    flags: workspace,
    run: async ({ db }, { flags }) => ({
      json: await doNotCallList(db, (await theWorkspace(db, flags.workspace)).id),
    }),
  },
  {
    name: 'contact opt-out',
    about: 'Record that a person does not want calls from an agent, or with --off that they do again',
    flags: { agent: is.required(is.text, 'ID'), phone: is.required(is.phone, 'PHONE'), off: is.onOff },
    run: async ({ db }, { flags: { agent: id, phone, off } }) => {
      const agent = await theAgent(db, id)
      await setOptOut(db, system, agent, phone, !off)
      return { json: { agent_id: agent.id, phone, opted_out: !off } }
    },
  },
]
