import { execFile } from 'node:child_process'
import { lstat, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

/** Windows of the one browser that all files of a worker share; they are closed together. */
export type Windows = {
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>
  newPage(): Promise<Page>
  close(): Promise<void>
}

let launched: Promise<Browser> | undefined

export async function openBrowser(): Promise<Windows> {
  // One that has crashed is not waited for.
  if (launched && !(await launched).isConnected()) launched = undefined
  launched ??= launch()
  const browser = await launched
  const contexts: BrowserContext[] = []
  const newContext: Windows['newContext'] = async (options) => {
    const context = await browser.newContext(options)
    contexts.push(context)
    return context
  }
  return {
    newContext,
    newPage: async () => (await newContext()).newPage(),
    close: async () => void (await Promise.all(contexts.map((context) => context.close()))),
  }
}

/**
 * A headless Chromium that needs nothing of the machine: program, libraries and fonts come out of an npm package. It
 * ends with the worker. Where the package has no program (not Linux), an installed Chrome is used.
 */
async function launch(): Promise<Browser> {
  if (process.platform !== 'linux') return chromium.launch({ channel: 'chrome' })
  const home = await unpackedChromium()
  return chromium.launch({
    executablePath: join(home, 'chromium'),
    // The pages are our own, and the sandbox needs rights that a container does not grant.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none'],
    env: {
      HOME: home,
      LD_LIBRARY_PATH: join(home, 'al2023', 'lib'),
      FONTCONFIG_FILE: join(home, 'fonts.conf'),
    },
  })
}

/**
 * The folder with the unpacked Chromium: one per version and user, since files of root are useless to others. The first
 * test that needs it unpacks it aside and renames it in one step, so tests that start together never see half of it.
 */
async function unpackedChromium(): Promise<string> {
  const home = join(tmpdir(), `florin-chromium-${await packageVersion()}-${process.getuid?.()}`)
  if (await isOurs(home)) return home
  const aside = await mkdtemp(`${home}-`)
  try {
    await unpackInto(aside, home)
    await rename(aside, home)
  } catch (error) {
    await rm(aside, { recursive: true, force: true })
    if (!(await isOurs(home))) throw error
  }
  return home
}

/** A directory of another user is not used: it could hold any program. */
async function isOurs(home: string): Promise<boolean> {
  const found = await lstat(home).catch(() => undefined)
  return found?.isDirectory() === true && found.uid === process.getuid?.()
}

/**
 * The package always unpacks into the temporary directory, and its libraries only where it detects Amazon Linux: so it
 * runs in its own process, with an environment that sets both.
 */
async function unpackInto(aside: string, home: string): Promise<void> {
  await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', "await (await import('@sparticuz/chromium')).default.executablePath()"],
    { cwd: import.meta.dirname, env: { TMPDIR: aside, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' } },
  )
  await writeFile(join(aside, 'fonts.conf'), fontsOf(home))
}

/** The package's own font first, so that pages measure alike everywhere; the machine's for what it lacks. */
const fontsOf = (home: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${home}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${home}/fonts-cache</cachedir>
  <alias binding="strong"><family>system-ui</family><prefer><family>Open Sans</family></prefer></alias>
  <alias binding="strong"><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
</fontconfig>
`

async function packageVersion(): Promise<string> {
  const main = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const description = await readFile(join(dirname(main), '..', 'package.json'), 'utf8')
  return /"version": "([\d.]+)"/.exec(description)?.[1] ?? 'unknown'
}
