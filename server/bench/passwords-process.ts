import { availableParallelism } from 'node:os'
import { Secret } from '#kernel/base/secret.ts'
import { hashPassword, passwordMatches } from '#kernel/crypto/password.ts'
import type { LimitTimed } from './limit-process.ts'
import { runClients } from './load.ts'
import { answerParent } from './processes.ts'
import type { Durations } from './throughput.ts'

/** Argon2id alone: one comparison after the other on each processor, with nothing before or after it. */
const password = new Secret('Blue-Kettle-42')
const hash = await hashPassword(password)

answerParent(
  async (durations): Promise<LimitTimed> => {
    const work = async () => {
      const began = performance.now()
      await passwordMatches(password, hash)
      return performance.now() - began
    }
    const timing = { ...(durations as Durations), clients: availableParallelism() }
    const { samples, seconds } = await runClients(work, timing)
    return { done: samples.length, seconds, each: samples }
  },
  async () => undefined,
)
