import { X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { Command } from 'commander'
import {
  endWalletKey,
  findAccount,
  readAppleSetup,
  readGoogleSetup,
  setWallet,
  trustedUntil,
  type WalletAccount,
  type WalletKeyId,
  walletAccounts,
} from '#acquiring/wallets'
import { walletNames } from '#core/pages'
import { Secret } from '#kernel/base/secret.ts'
import { refuseOpenFile } from '#kernel/crypto/private-file.ts'
import { idArgument } from './arguments.ts'
import { print, table } from './printing.ts'
import { withApp } from './with-app.ts'

type AppleOptions = Partial<
  Record<
    | 'merchantId'
    | 'root'
    | 'processingKey'
    | 'processingCertificate'
    | 'identityKey'
    | 'identityCertificate'
    | 'domainAssociation',
    string
  >
>
type GoogleOptions = Partial<Record<'gatewayId' | 'merchantId' | 'privateKey' | 'rootKeys', string>>

/** Apple Pay and Google Pay: what they know this installation by, and the keys that open what they return. */
export function walletCommand(): Command {
  const wallet = new Command('wallet')
  wallet
    .command('show')
    .description('the wallets that are set up, their keys and what of them expires')
    .action(() =>
      withApp(async (app) => {
        await app.by('wallets:read')
        const accounts = await walletAccounts(app.db)
        const text = accounts.map(describe).join('\n\n')
        print(
          { data: accounts.map(recordOf) },
          text || 'No wallet is set up: florin wallet apple, florin wallet google',
        )
      }),
    )
  addApple(wallet)
  addGoogle(wallet)
  wallet
    .command('end-key')
    .argument('<keyId>', '', idArgument('keyId'))
    .description('end a key that has a successor: tokens that were made for it open no more')
    .action((id: WalletKeyId) =>
      withApp(async (app) => {
        await endWalletKey(app, { by: await app.by('wallets:change'), id })
        print({ id: String(id) }, `Key ${id} is ended.`)
      }),
    )
  return wallet
}

function addApple(wallet: Command): void {
  wallet
    .command('apple')
    .description('set up Apple Pay, or add the next keys; what is given is tried first')
    .option('--merchant-id <id>', 'such as merchant.com.example.shop')
    .option('--root <file>', 'AppleRootCA-G3.cer of www.apple.com/certificateauthority')
    .option('--processing-key <file>', 'private key of the payment processing certificate (PEM)')
    .option('--processing-certificate <file>', 'payment processing certificate, as Apple has issued it')
    .option('--identity-key <file>', 'private key of the merchant identity certificate (PEM)')
    .option('--identity-certificate <file>', 'merchant identity certificate, for the buttons on payment pages')
    .option('--domain-association <file>', 'the file that Apple asks the host of the payment pages for')
    .action((options: AppleOptions) =>
      withApp(async (app) => {
        const by = await app.by('wallets:change')
        const known = await findAccount(app, { wallet: 'applePay', isTest: false })
        const setup = {
          merchantId: options.merchantId,
          root: options.root === undefined ? undefined : readFileSync(options.root),
          processing: pairOf('processing', options.processingKey, options.processingCertificate),
          identity: pairOf('identity', options.identityKey, options.identityCertificate),
          domainAssociation:
            options.domainAssociation === undefined ? undefined : readFileSync(options.domainAssociation, 'utf8'),
        }
        const change = readAppleSetup(setup, { known, now: app.clock.now(), testMode: app.testMode })
        await setWallet(app, { by, change })
        const account = (await findAccount(app, change))!
        print(recordOf(account), describe(account))
      }),
    )
}

function addGoogle(wallet: Command): void {
  wallet
    .command('google')
    .description('set up Google Pay, or add the next key; what is given is tried first')
    .option('--gateway-id <id>', 'the name that Google has given this installation as a gateway')
    .option('--merchant-id <id>', 'of the Google Pay business console, for production')
    .option('--private-key <file>', 'private key whose public half Google has (PEM, P-256)')
    .option('--root-keys <file>', 'the list of signing keys that Google publishes (keys.json)')
    .action((options: GoogleOptions) =>
      withApp(async (app) => {
        const by = await app.by('wallets:change')
        const known = await findAccount(app, { wallet: 'googlePay', isTest: false })
        const setup = {
          gatewayId: options.gatewayId,
          merchantId: options.merchantId,
          privateKey: options.privateKey === undefined ? undefined : readSecretFile(options.privateKey),
          rootKeys: options.rootKeys === undefined ? undefined : readFileSync(options.rootKeys, 'utf8'),
        }
        const change = readGoogleSetup(setup, { known, now: app.clock.now() })
        await setWallet(app, { by, change })
        const account = (await findAccount(app, change))!
        print(recordOf(account), describe(account))
      }),
    )
}

function pairOf(name: string, key: string | undefined, certificate: string | undefined) {
  if (key === undefined && certificate === undefined) return undefined
  if (key === undefined || certificate === undefined)
    throw new Error(`--${name}-key and --${name}-certificate belong together; give both files.`)
  return { key: readSecretFile(key), certificate: readFileSync(certificate) }
}

function readSecretFile(path: string): Secret<string> {
  refuseOpenFile({ path, mode: statSync(path).mode }, 'with it payments of shoppers can be read')
  return new Secret(readFileSync(path, 'utf8'))
}

const recordOf = ({ wallet, isTest, recipient, merchantId, domainAssociation, keys, ...account }: WalletAccount) => ({
  wallet,
  isTest,
  recipient,
  merchantId,
  trustUntil: trustedUntil({ wallet, trust: account.trust })?.toString(),
  hasDomainAssociation: domainAssociation !== undefined,
  keys: keys.map(({ id, kind, certificate, createdAt }) => ({
    id: String(id),
    kind,
    createdAt,
    expires: certificate && new X509Certificate(certificate).validTo,
  })),
})

function describe(account: WalletAccount): string {
  const record = recordOf(account)
  const rows = record.keys.map(({ id, kind, createdAt, expires }) => [id, kind, String(createdAt), expires ?? ''])
  return [
    `${walletNames[record.wallet]}${record.isTest ? ' (test wallet)' : ''}: ${record.recipient}`,
    ...(record.merchantId ? [`  merchant id         ${record.merchantId}`] : []),
    `  trusted until       ${record.trustUntil ?? 'never: its list of signing keys is empty'}`,
    ...(record.wallet === 'applePay' ? [`  domain association  ${record.hasDomainAssociation ? 'set' : 'none'}`] : []),
    table(['key', 'kind', 'since', 'expires'], rows),
  ].join('\n')
}
