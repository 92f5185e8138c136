import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/**
 * A password costs what it must cost a thief, 19 MiB and 30 ms of the processor, and every login of a test pays it. Here
 * it costs next to nothing. Its text says the cost of production: `password.test.ts` computes that one, and holds the
 * algorithm against the reference; `stories/staff.test.ts` holds who asks for which cost.
 */
const { argon2 } = crypto
if (!('isCheap' in argon2)) {
  const cheap: typeof argon2 = (algorithm, parameters, done) =>
    argon2(algorithm, { ...parameters, memory: 8 * parameters.parallelism, passes: 1 }, done)
  crypto.argon2 = Object.assign(cheap, { isCheap: true })
  syncBuiltinESMExports()
}
