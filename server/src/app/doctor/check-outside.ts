import { once } from 'node:events'
import { connect } from 'node:net'
import { listConnections, tryConnection } from '#acquiring/processors'
import { smtpProblem } from '#connectors/message/smtp.ts'
import { openProvider } from '#core/access'
import type { App } from '../compose.ts'
import type { Config } from '../config.ts'
import { type Finding, ok, textOf, warning, wrong } from './finding.ts'

/** The proxy through which the internet is called: takes a connection. What is behind it, the other checks find. */
export async function checkEgress({ egress }: Config): Promise<Finding[]> {
  if (!egress) return []
  const { hostname, host, port, protocol } = new URL(egress.proxy.reveal())
  const socket = connect({ host: hostname, port: Number(port || (protocol === 'https:' ? 443 : 80)) })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(timeoutMs) })
    const { length } = egress.directly
    return [ok('Egress proxy', `${host} takes connections; hosts that are called without it: ${length}`)]
  } catch (error) {
    return [wrong('Egress proxy', `${host}: ${textOf(error)}`, 'FLORIN_EGRESS_PROXY is its address.')]
  } finally {
    socket.destroy()
  }
}

/** The mail server: connects and logs in; no email is sent. */
export async function checkMail({ smtpUrl, messages, mailFrom, environment, egress }: Config): Promise<Finding[]> {
  if (!smtpUrl)
    return [
      environment === 'production' || !messages
        ? warning('Mail', 'is off: people are invited by links that you pass on', 'Set FLORIN_SMTP_URL.')
        : ok('Mail', 'is kept in the mailbox of staging'),
    ]
  const problem = await smtpProblem({ url: smtpUrl, timeoutMs, connectionsMax: 1, egress })
  return [
    problem === undefined
      ? ok('Mail', `is taken by the server, from ${mailFrom}`)
      : wrong('Mail', `is not taken: ${problem}`, 'FLORIN_SMTP_URL names the server, with user and password.'),
  ]
}
const timeoutMs = 10_000

/** Whom staff log in with, where it is configured: its own document is read. */
export async function checkSignOn({ access: { signOn }, egress }: Config): Promise<Finding[]> {
  if (!signOn) return []
  const provider = openProvider(signOn, { egress })
  try {
    await provider.begin({ redirectUri: 'https://florin.invalid/', again: false })
    return [ok('Single sign-on', `of ${signOn.issuer} replies`)]
  } catch (error) {
    return [wrong('Single sign-on', `of ${signOn.issuer}: ${textOf(error)}`, 'FLORIN_SSO_ISSUER is its address.')]
  } finally {
    await provider.close()
  }
}

/** Nodes of chains and the source of exchange rates, each by a request that reads. */
export async function checkSources({ config, chains, ratesProvider }: App): Promise<Finding[]> {
  const nodes = [...config.rpcUrls.keys()].map(async (chainId) => {
    const about = `Chain ${chainId}`
    try {
      const { number } = (await chains.of(chainId)?.head()) ?? {}
      return ok(about, `is read; the newest block is ${number}`)
    } catch (error) {
      return wrong(about, textOf(error), 'FLORIN_EVM_RPC_URLS names its node.')
    }
  })
  return Promise.all([...nodes, checkRates(ratesProvider)])
}

async function checkRates(provider: App['ratesProvider']): Promise<Finding> {
  if (!provider) return ok('Exchange rates', 'are set by hand: florin rates')
  try {
    return ok('Exchange rates', `of ${provider.name} are read: ${(await provider.read()).length}`)
  } catch (error) {
    return wrong('Exchange rates', `of ${provider.name}: ${textOf(error)}`, 'FLORIN_RATES and FLORIN_RATES_URL.')
  }
}

/** Each connection is tried by the call of its processor that changes nothing; the sandbox needs none. */
export async function checkConnectors({ config, processors, routing }: App): Promise<Finding[]> {
  const all = await listConnections(processors.db)
  const enabled = all.filter(({ disabledAt }) => !disabledAt)
  const paused = await routing.paused()
  const checked = enabled.map(async (connection) => {
    const { name } = connection
    const check = await tryConnection(processors, connection)
    if (!check.works)
      return wrong('Acquirer', `${name}: ${check.problem}`, `${page}, then: florin connector check ${name}`)
    return paused.has(name)
      ? warning('Acquirer', `${name} is paused`, `florin routing resume ${name}`)
      : ok('Acquirer', `${name} is connected, account ${check.account}`)
  })
  const found = await Promise.all(checked)
  if (config.environment === 'staging')
    return [ok('Acquirer', `is the sandbox (${config.sandboxConnectors.join(', ')})`), ...found]
  if (found.length > 0) return found
  const [disabled] = all
  return disabled
    ? [
        wrong(
          'Acquirer',
          'every connection is disabled: no payment is taken',
          `florin connector enable ${disabled.name}`,
        ),
      ]
    : [wrong('Acquirer', 'there is no connector: no payment is taken', `florin connector add <kind> <name>: ${page}`)]
}
const page = 'docs/operating/connectors.md'
