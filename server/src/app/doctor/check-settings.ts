import type { Config } from '../config.ts'
import { isNone, type Mistyped } from '../known-names.ts'
import { type Finding, ok, warning, wrong } from './finding.ts'

const page = 'docs/operating/configuration.md'

/** What is wrong with the environment, and what is allowed there but seldom meant. */
export function checkSettings(
  { config, problems }: { config: Config | undefined; problems: readonly string[] },
  mistypedNames: readonly Mistyped[],
): Finding[] {
  const mistyped = mistypedNames.map((one) =>
    wrong(one.name, isNone(one), `Correct it, or name it in FLORIN_IGNORE. All settings: ${page}`),
  )
  const lacking = problems.map(problemFound)
  if (!config) return [...lacking, ...mistyped]
  const { environment } = config
  return [
    ...lacking,
    ok('Settings', `can be used; this is ${environment}`),
    ...(environment === 'staging' ? [staging] : rulesOfProduction(config)),
    ...mistyped,
  ]
}

const staging = warning(
  'FLORIN_ENVIRONMENT',
  'is staging: the sandbox approves payments, and no money moves',
  'For production set FLORIN_ENVIRONMENT=production.',
)

function problemFound(problem: string): Finding {
  const [, name = 'Settings', says = problem] = /^([A-Za-z_\d ]+): (.*)$/s.exec(problem) ?? []
  return wrong(name, says, `Set it in the environment of every process: ${page}`)
}

function rulesOfProduction({ proxies, access, approvalRules, host, smtpUrl, messages }: Config): Finding[] {
  const isLocal = host === 'localhost' || host === '::1' || host.startsWith('127.')
  const found: (Finding | undefined)[] = [
    proxies.blocks.length > 0
      ? ok('FLORIN_TRUST_PROXY', `trusts ${proxies.blocks.join(', ')}`)
      : warning(
          'FLORIN_TRUST_PROXY',
          'trusts no proxy: behind one, all clients share its address, and so its rate limits',
          'Name the addresses of your proxies, such as 10.0.0.0/8.',
        ),
    access.secondFactor === 'optional'
      ? warning(
          'FLORIN_SECOND_FACTOR',
          'is optional: a stolen password is enough to log in as staff',
          'Set money, or everyone.',
        )
      : ok('FLORIN_SECOND_FACTOR', `is ${access.secondFactor}`),
    approvalRules.size === 0
      ? warning(
          'FLORIN_APPROVALS',
          'is empty: one person alone may pay out, refund any amount and decide on KYC',
          'Name the actions that a second person approves: docs/operating/staff.md',
        )
      : ok('FLORIN_APPROVALS', `a second person approves ${[...approvalRules.keys()].join(', ')}`),
    messages || smtpUrl ? undefined : warning('FLORIN_MESSAGES', 'is off: nobody gets an email', 'Set it on.'),
    isLocal
      ? undefined
      : ok('FLORIN_HOST', `listens on ${host}: only the proxy should reach the port, since TLS ends there`),
  ]
  return found.filter((one) => one !== undefined)
}
