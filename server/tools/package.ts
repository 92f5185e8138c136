import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/**
 * `npm run package`: makes `dist/package`, Florin as it is installed, and `dist/florin-VERSION.tgz` of it. Node runs no
 * TypeScript from node_modules, so the sources become JavaScript; everything else stays where it is beside them, since
 * the program finds its migrations, pages and pictures by their place.
 */
const root = join(import.meta.dirname, '../..')
const target = join(root, 'dist/package')
const node = (...parameters: string[]) => execFileSync(process.execPath, parameters, { cwd: root, stdio: 'inherit' })
type Manifest = Readonly<Record<string, unknown>> & { dependencies?: Readonly<Record<string, string>> }
const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))

rmSync(join(root, 'dist'), { recursive: true, force: true })
node('node_modules/typescript-7/bin/tsc', '-p', 'server/tsconfig.build.json')
for (const file of globSync('server/src/**/*.{css,js,jpg}', { cwd: root })) copy(file)
for (const path of ['server/migrations', 'server/schema.sql', 'README.md', 'CHANGELOG.md', 'LICENSE']) copy(path)
copy('dashboard/dist')
copy('server/tools/launcher.js', 'bin/florin.js')
node('client/build.ts')
copy('client/dist', 'node_modules/@florin/client')
writeFileSync(join(target, 'package.json'), `${JSON.stringify(published(), null, 2)}\n`)
execFileSync('npm', ['pack', '--loglevel=error', '--pack-destination', '..'], { cwd: target, stdio: 'inherit' })

function copy(path: string, to = path): void {
  const place = join(target, to)
  mkdirSync(dirname(place), { recursive: true })
  cpSync(join(root, path), place, { recursive: true })
}

function published(): Manifest {
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
    files: ['bin', 'server', 'dashboard', 'CHANGELOG.md'],
    imports: Object.fromEntries(Object.entries(imports as Record<string, string>).flatMap(builtImport)),
    dependencies: dependencies ?? {},
    bundleDependencies: ['@florin/client'],
    optionalDependencies: Object.fromEntries(programs),
  }
}

/** A source is named with its ending within the program, and its JavaScript has another. */
function builtImport([alias, path]: [string, string]): [string, string][] {
  const place = `./${relative('.', join('server', path))}`
  return path.endsWith('.ts') ? [[alias, place.replace(/\.ts$/, '.js')]] : [[`${alias}.ts`, `${place}.js`]]
}
