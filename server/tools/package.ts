import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { writeBillOfMaterials } from './bill-of-materials.ts'
import { type Lock, packageLockOf } from './package-lock.ts'

/**
 * `npm run package`: makes `dist/package`, Florin as it is installed, and `dist/florin-VERSION.tgz` of it, with the list of
 * what is in it and their checksums. Node runs no
 * TypeScript from node_modules, so the sources become JavaScript; everything else stays where it is beside them, since
 * the program finds its migrations, pages and pictures by their place.
 */
const client = '@florin/client'
const ownClient = '#client'
const root = join(import.meta.dirname, '../..')
const target = join(root, 'dist/package')
const node = (...parameters: string[]) => execFileSync(process.execPath, parameters, { cwd: root, stdio: 'inherit' })
type Manifest = Readonly<Record<string, unknown>> & {
  name: string
  version: string
  dependencies?: Readonly<Record<string, string>>
}
const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))

rmSync(join(root, 'dist'), { recursive: true, force: true })
node('node_modules/typescript-7/bin/tsc', '-p', 'server/tsconfig.build.json')
for (const file of globSync('server/src/**/*.{css,js,jpg}', { cwd: root })) copy(file)
for (const path of ['server/migrations', 'server/schema.sql', 'docs', 'LICENSE']) copy(path)
const documents = globSync('*.md', { cwd: root })
for (const path of documents) copy(path)
copy('dashboard/dist')
copy('server/tools/launcher.js', 'bin/florin.js')
copy('server/tools/healthy.js', 'bin/healthy.js')
node('client/build.ts')
copy('client/dist', 'client')
for (const file of globSync('server/src/**/*.js', { cwd: target })) useOwnClient(join(target, file))
const manifest = published()
write('package.json', manifest)
write(
  'package-lock.json',
  packageLockOf(manifest, JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock),
)
execFileSync('npm', ['pack', '--loglevel=error', '--pack-destination', '..'], { cwd: target, stdio: 'inherit' })
writeBillOfMaterials({ folder: target, to: join(root, 'dist') })

function copy(path: string, to = path): void {
  const place = join(target, to)
  mkdirSync(dirname(place), { recursive: true })
  cpSync(join(root, path), place, { recursive: true })
}

/** The client is a package of the same sources, not yet one that npm could install. */
function useOwnClient(file: string): void {
  const text = readFileSync(file, 'utf8')
  if (text.includes(client)) writeFileSync(file, text.replaceAll(`'${client}'`, `'${ownClient}'`))
}

function write(name: string, content: object): void {
  writeFileSync(join(target, name), `${JSON.stringify(content, null, 2)}\n`)
}

function published() {
  const { name, version, description, keywords, license, optionalDependencies = {} } = manifestOf('.')
  const { dependencies, imports } = manifestOf('server')
  const programs = Object.entries(optionalDependencies as object).filter(([program]) => program.startsWith('node-'))
  return {
    name,
    version,
    description,
    keywords,
    license,
    type: 'module',
    engines: { node: '>=20' },
    bin: { florin: 'bin/florin.js' },
    files: ['bin', 'server', 'dashboard', 'docs', ...documents, 'client'],
    imports: {
      ...Object.fromEntries(Object.entries(imports as Record<string, string>).flatMap(builtImport)),
      [ownClient]: './client/index.js',
    },
    dependencies: Object.fromEntries(Object.entries(dependencies ?? {}).filter(([one]) => one !== client)),
    optionalDependencies: Object.fromEntries(programs),
  }
}

/** A source is named with its ending within the program, and its JavaScript has another. */
function builtImport([alias, path]: [string, string]): [string, string][] {
  const place = `./${relative('.', join('server', path))}`
  return path.endsWith('.ts') ? [[alias, place.replace(/\.ts$/, '.js')]] : [[`${alias}.ts`, `${place}.js`]]
}
