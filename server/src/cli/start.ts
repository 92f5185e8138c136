import { testCards } from '#connectors/acquirer/sandbox/index.ts'
import { displayPrivateKey, publicKey } from '#directory'
import { type Config, readConfig } from '#kernel/config.ts'
import { openLog } from '#kernel/log.ts'
import { type RunningServer, startServer } from '../server.ts'

/** Starts everything, says where it is, and runs until it is told to stop (SIGINT, SIGTERM). */
export async function start(): Promise<void> {
  const config = readConfig()
  const log = openLog({ level: config.logLevel, to: process.stderr })
  const server = await startServer(config, log)
  console.log(welcome(config, server))
  await stopSignal()
  console.log('\nStopping: what is under way is finished first.')
  await server.stop()
}

/** The first signal asks to stop; a second one does not wait. */
function stopSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      resolve()
      process.once(signal, () => process.exit(1))
    })
  }
  return promise
}

function welcome(config: Config, { publicUrl, shop }: RunningServer): string {
  const lines = ['', `Florin is running (${config.environment}).`, '', `  Hosted checkout   ${publicUrl}/`]
  if (!shop) return lines.join('\n')
  const { site, privateKey } = shop
  lines.push(
    `  Demo store        ${publicUrl}/demo      <- begin here`,
    '',
    `  Site              ${site.id} (${site.merchantName}, ${site.name})`,
    `  Private key       ${displayPrivateKey(site, privateKey).reveal()}`,
    `  Public key        ${publicKey(site)}`,
    '',
    '  Test cards (security code 123, 3-D Secure code 00000)',
    ...testCards.slice(0, 6).map((card) => `    ${grouped(card.number)}  ${card.expiry}  ${card.what}`),
    '',
    '  Check the books   npm run florin -- verify',
    '  Stop              Ctrl+C',
    '',
  )
  return lines.join('\n')
}

const grouped = (number: string): string => number.replaceAll(/(.{4})(?=.)/g, '$1 ')
