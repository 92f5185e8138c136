import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#database/server-process.ts'
import { Secret } from '#kernel/base/secret.ts'
import { signBody } from '../../src/issuing/webhooks/sign-body.ts'
import { root } from '../tidy/repository.ts'
import { guideBlocks } from '../world/guides.ts'
import { byLength } from '../world/length.ts'
import { scratchFolder } from '../world/scratch.ts'
import { openShop, type Shop } from '../world/shop.ts'

const run = promisify(execFile)
const page = 'docs/merchant-guide/hosted-checkout.md'
/** The programs that the pages print in a language, from the top. */
const printed = (language: string, of = page): readonly string[] =>
  guideBlocks(of).flatMap((block) => (block.language === language ? [block.text] : []))

type Fields = Readonly<Record<string, string>>
type Language = {
  isInstalled(): boolean
  /** Runs the sample that signs a request, and returns the fields of its form. */
  signs(store: Store): Promise<Fields>
  /** Runs the sample that reads a notification, and returns what it read. */
  reads(store: Store, opensslResult: string): Promise<string>
}
type Store = { folder: string; env: NodeJS.ProcessEnv }

const has =
  (program: string, ...parameters: string[]) =>
  () =>
    spawnSync(program, parameters).status === 0

/** Saves a program, runs it with the key of the store, and returns what it printed. */
async function runs({ folder, env }: Store, program: string, file: string, text: string): Promise<string> {
  await writeFile(join(folder, file), text)
  return (await run(program, [join(folder, file)], { env })).stdout
}

/** A class of the page with a `main` before it, which Java runs from its file. */
const javaProgram = (text: string, main: string): string =>
  text.replace(/^final class/m, `public class Main {\n${main}\n}\n\nfinal class`)

const javaMain = (statement: string) =>
  `    public static void main(String[] arguments) throws Exception {\n        ${statement}\n    }`

const inputsOf = (html: string): Fields =>
  Object.fromEntries([...html.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]))

const request =
  '{"siteId":10001,"order":{"orderId":"bread-1190","type":"purchase","amount":12.50,"currency":"EUR","description":"Rye"}}'

const languages: Readonly<Record<string, Language>> = {
  shell: {
    isInstalled: has('openssl', 'version'),
    signs: async (store) => {
      const text = printed('sh')[0]!.replace(
        /^curl .*$/m,
        `echo "name=\\"jsonRequest\\" value=\\"$jsonRequest\\" name=\\"checksum\\" value=\\"$checksum\\""`,
      )
      return inputsOf(await runs(store, 'bash', 'sign.sh', text))
    },
    reads: (store, opensslResult) => {
      const script = printed('sh').find((text) => text.startsWith('key='))!
      return runs(store, 'bash', 'read.sh', `result='${opensslResult}'\n${script}`)
    },
  },
  js: {
    isInstalled: () => true,
    signs: async (store) =>
      inputsOf(await servedBy(store, printed('js')[0]!, async (url) => (await fetch(url)).text())),
    reads: (store, opensslResult) =>
      runs(
        store,
        process.execPath,
        'read.mjs',
        `${printed('js')[1]}\nconsole.log(JSON.stringify(readNotification({ opensslResult: '${opensslResult}' }, process.env.FLORIN_PRIVATE_KEY)))`,
      ),
  },
  php: {
    isInstalled: has('php', '--version'),
    signs: async (store) => inputsOf(await runs(store, 'php', 'sign.php', printed('php')[0]!)),
    reads: (store, opensslResult) =>
      runs(
        store,
        'php',
        'read.php',
        `${printed('php')[1]!.replace('<?php', `<?php\n$_POST = ['opensslResult' => '${opensslResult}'];`)}\necho json_encode($paid);`,
      ).then((text) => text.replace(/^OK/, '')),
  },
  python: {
    isInstalled: has('python3', '-c', 'import cryptography'),
    signs: async (store) =>
      JSON.parse(await runs(store, 'python3', 'sign.py', `${printed('python')[0]}\nprint(json.dumps(fields))`)),
    reads: (store, opensslResult) =>
      runs(
        store,
        'python3',
        'read.py',
        `${printed('python')[1]}\nimport os\nprint(json.dumps(read_notification({"opensslResult": "${opensslResult}"}, os.environ["FLORIN_PRIVATE_KEY"])))`,
      ),
  },
  java: {
    isInstalled: has('java', '--version'),
    signs: async (store) => {
      const text = JSON.stringify(request)
      const main = javaMain(
        `Checkout.sign(${text}, System.getenv("FLORIN_PRIVATE_KEY")).forEach((name, value) -> System.out.println("name=\\"" + name + "\\" value=\\"" + value + "\\""));`,
      )
      return inputsOf(await runs(store, 'java', 'Main.java', javaProgram(printed('java')[0]!, main)))
    },
    reads: (store, opensslResult) => {
      const main = javaMain(
        `System.out.print(Notification.readJson("${opensslResult}", System.getenv("FLORIN_PRIVATE_KEY")));`,
      )
      return runs(store, 'java', 'Main.java', javaProgram(printed('java')[1]!, main))
    },
  },
}

test.each(byLength({ short: ['js'], long: Object.keys(languages).filter((one) => languages[one]!.isInstalled()) }))(
  'the samples of the checkout guide open a payment page and read the notification of its payment: %s',
  async (name) => {
    const language = languages[name]!
    const { shop, store } = await openStore()

    const { jsonRequest, checksum } = await language.signs(store)
    const opened = await postForm(shop, '/', { jsonRequest: jsonRequest!, checksum: checksum! })
    expect([opened.statusCode, opened.headers.location]).toEqual([303, expect.stringContaining('/checkout/')])
    const notification = await paidNotification(shop)
    const read = JSON.parse(await language.reads(store, notification.opensslResult!))
    expect(read).toMatchObject({ transactionStatus: 'complete-ok', amount: 12.5, currency: 'EUR' })
  },
)

test('a server of the guide in Node answers a notification with OK, and what it cannot read with 400', async () => {
  const { shop, store } = await openStore()
  const fields = await paidNotification(shop)
  const statuses = await servedBy(store, printed('js')[0]!, async (url) => {
    const posts = (body: string) => fetch(`${url}/notifications`, { method: 'POST', body, headers: formHeaders })
    const [read, garbled] = [await posts(String(new URLSearchParams(fields))), await posts('opensslResult=AAAA,BBBB')]
    return [read.status, await read.text(), garbled.status]
  })
  expect(statuses).toEqual([200, 'OK', 400])
})

test('the checksum that the guide prints for checking own code is right', () => {
  const checksum = createHmac('sha512', '0123456789abcdef0123456789abcdef').update('{"a":1}').digest('base64')
  expect(printed('text')).toContain(checksum)
})

test('the programs of the client page sign a request, read a notification and verify a webhook', async () => {
  const { shop, store } = await openStore()
  const [form, notifications, webhooks] = printed('ts', 'client/README.md')
  const { stdout } = await run(
    process.execPath,
    [...asModule, `${form!.replace('siteId: 7', 'siteId: 10001')}\nconsole.log(page)`],
    {
      cwd: root,
      env: store.env,
    },
  )
  const { jsonRequest, checksum } = inputsOf(stdout)
  expect((await postForm(shop, '/', { jsonRequest: jsonRequest!, checksum: checksum! })).statusCode).toBe(303)

  const body = String(new URLSearchParams(await paidNotification(shop)))
  const read = await servedBy(store, notifications!, async (url) =>
    (await fetch(url, { method: 'POST', body, headers: formHeaders })).text(),
  )
  expect(read).toBe('OK')

  const event = JSON.stringify({
    eventType: 'cardStatusChanged',
    eventId: 'evt_1',
    customerId: 'cust_1',
    data: { cardId: 'card-1', newStatus: 'active' },
  })
  const keyed = { ...store, env: { ...store.env, FLORIN_WEBHOOK_KEYS: signingKey } }
  const statuses = await servedBy(keyed, webhooks!, (url) =>
    Promise.all([event, event.replace('active', 'frozen')].map((sent) => sends(url, event, sent))),
  )
  expect(statuses).toEqual([204, 401])
})

test('the server of the guide for partners decides what it is asked, and refuses what is not signed', async () => {
  const { store } = await openStore()
  const keyed = { ...store, env: { ...store.env, SIGNING_KEY: signingKey } }
  const [server] = printed('js', 'docs/partner-guide/deciding.md')
  const asked = (amount: string) => JSON.stringify({ amount, merchant: { category: '5411' } })
  const decided = await servedBy(keyed, server!, async (url) => {
    const answers = ['42.99', '500.01'].map(async (amount) => {
      const headers = { 'x-money-signature': signBody(new Secret(signingKey), asked(amount)) }
      return (await fetch(url, { method: 'POST', body: asked(amount), headers })).json()
    })
    return [...(await Promise.all(answers)), await sends(url, asked('1.00'), asked('2.00'))]
  })
  expect(decided).toEqual([{ decision: 'approve' }, { decision: 'decline' }, 401])
})
const signingKey = 'whsec_'.padEnd(70, 'a')

/** Posts a body with the signature of what may be another one, and returns the status. */
async function sends(url: string, signed: string, body: string): Promise<number> {
  const headers = { 'x-money-signature': signBody(new Secret(signingKey), signed) }
  return (await fetch(url, { method: 'POST', body, headers })).status
}

/** Programs that import our packages are run where they are found. */
const asModule = ['--input-type=module-typescript', '-e'] as const

/** Starts a server of a page at a free port, and stops it when the work is done. */
async function servedBy<T>({ env }: Store, text: string, work: (url: string) => Promise<T>): Promise<T> {
  const port = String(await freePort(undefined))
  const listening = text.replace(
    /\.listen\((?:\d+|process\.env\.PORT)\)/,
    `.listen(${port}, () => console.log('listening'))`,
  )
  const server: ChildProcess = spawn(process.execPath, [...asModule, listening], {
    cwd: root,
    env: { ...env, PORT: port },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await Promise.race([once(server.stdout!, 'data'), once(server, 'exit')])
    return await work(`http://127.0.0.1:${port}`)
  } finally {
    server.kill()
  }
}

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' }

const postForm = ({ world }: Shop, url: string, fields: Fields) =>
  world.http.inject({ method: 'POST', url, headers: formHeaders, payload: String(new URLSearchParams(fields)) })

/** The form of the notification that the store received for a payment. */
async function paidNotification(shop: Shop): Promise<Fields> {
  await (await shop.sends({ amount: '12.50' })).pays()
  await shop.world.runUntilIdle()
  return Object.fromEntries(new URLSearchParams(shop.receiver.requests.at(-1)!.body))
}

async function openStore(): Promise<{ shop: Shop; store: Store }> {
  const shop = await openShop()
  const folder = await scratchFolder('florin-samples-')
  onTestFinished(() => rm(folder, { recursive: true }))
  const { PATH, HOME } = process.env
  return { shop, store: { folder, env: { PATH, HOME, FLORIN_PRIVATE_KEY: shop.privateKey } } }
}
