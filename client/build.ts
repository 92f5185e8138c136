import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Makes `dist/`, the package as it is published: JavaScript and declarations for Node 20 and later, which cannot run
 * TypeScript from node_modules. Inside this repository the sources are used as they are.
 */
process.chdir(import.meta.dirname)
rmSync('dist', { recursive: true, force: true })
execFileSync(process.execPath, ['../node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], {
  stdio: 'inherit',
})

const {
  exports: _sources,
  files: _files,
  scripts: _scripts,
  ...manifest
} = JSON.parse(readFileSync('package.json', 'utf8'))
const published = {
  ...manifest,
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  sideEffects: false,
}
writeFileSync('dist/package.json', `${JSON.stringify(published, null, 2)}\n`)
copyFileSync('README.md', 'dist/README.md')
