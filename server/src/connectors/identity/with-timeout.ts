import { z } from 'zod'
import { assertOutsideTransaction } from '#kernel/db/transaction-scope.ts'
import { type IdentityProvider, type IdentityResult, NoResponse, rejectReasons } from './port.ts'

const reference = z.string().min(1).max(200).exactOptional()
const Result = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('approved'), reference }),
  z.object({ outcome: z.literal('rejected'), reason: z.enum(rejectReasons), reference }),
  z.object({ outcome: z.literal('review'), reference }),
  z.object({ outcome: z.literal('later'), reference }),
])

/**
 * The provider as the rest of the code calls it: it responds in time and in the shape of the port, or throws `NoResponse`
 * with the error as its cause. Throws within a transaction.
 */
export const withTimeout = (provider: IdentityProvider, { timeoutMs }: { timeoutMs: number }): IdentityProvider => ({
  name: provider.name,
  check: async (request): Promise<IdentityResult> => {
    assertOutsideTransaction('a request to an identity provider')
    const silence = Promise.withResolvers<never>()
    const timer = setTimeout(
      () => silence.reject(new NoResponse(`the identity provider did not respond within ${timeoutMs} ms`)),
      timeoutMs,
    )
    try {
      return Result.parse(await Promise.race([provider.check(request), silence.promise]))
    } catch (error) {
      if (error instanceof NoResponse) throw error
      throw new NoResponse('the request to the identity provider failed', { cause: error })
    } finally {
      clearTimeout(timer)
    }
  },
})
