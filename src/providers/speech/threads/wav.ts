import { readWav } from '../../../lib/audio/wav.ts'
import type { Task } from './tasks.ts'

export const wav: Task<'wav'> = async ({ file, maxSeconds }) => readWav(file, { maxSeconds })
