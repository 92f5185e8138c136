import { z } from 'zod'
import { Secret } from '#kernel/base/secret.ts'
import { type Egress, readHostsCalledDirectly } from '#kernel/http/egress.ts'

/** How the internet is reached. */
export const egressVariables = {
  FLORIN_EGRESS_PROXY: z
    .url({
      protocol: /^https?$/,
      hostname: /./,
      error: 'the address of a proxy, such as http://user:password@proxy.example:3128',
    })
    .optional()
    .describe(
      'the proxy through which processors, stores, partners, mail and everything else outside is called, by HTTP CONNECT, such as http://user:password@proxy.example:3128 (egress.md); without it they are called directly',
    ),
  FLORIN_EGRESS_DIRECT: z
    .string()
    .default('')
    .superRefine((text, issues) => {
      const read = readHostsCalledDirectly(text)
      if ('wrong' in read)
        issues.addIssue(
          `${read.wrong}: hosts with commas between, as mail.example, *.internal.example or 10.1.2.3:8545`,
        )
    })
    .describe(
      'hosts that are called without the proxy of FLORIN_EGRESS_PROXY, with commas between: mail.example, *.internal.example for the names below it, 10.1.2.3:8545',
    ),
}

type Env = { FLORIN_EGRESS_PROXY?: string | undefined; FLORIN_EGRESS_DIRECT: string }

export function readEgress({ FLORIN_EGRESS_PROXY: proxy, FLORIN_EGRESS_DIRECT: direct }: Env): Egress | undefined {
  const read = readHostsCalledDirectly(direct)
  return proxy === undefined ? undefined : { proxy: new Secret(proxy), directly: 'hosts' in read ? read.hosts : [] }
}
