// Solves the puzzle of a card form while the card is typed, so that machines which try thousands of cards have to work for
// each of them. For each task it looks for a number whose hash (SHA-256) begins with enough zero bits. It is done long
// before a card is typed; only a form that is sent within the first moments waits for it. It loads and stores nothing.
;(() => {
  const puzzle = document.querySelector('input[name="puzzle"]')
  if (!puzzle) return
  const { form, value: text } = puzzle
  const { proof } = form.elements
  const tasks = Number(puzzle.dataset.tasks)
  const bits = Number(puzzle.dataset.bits)
  const solved = []
  let number = 0
  let isSent = false

  form.addEventListener('submit', (event) => {
    if (event.defaultPrevented || isDone()) return
    event.preventDefault()
    isSent = true
  })
  setTimeout(work)

  function isDone() {
    return solved.length === tasks
  }

  // In short turns, so that typing stays smooth; with none in between once the shopper waits.
  function work() {
    const end = performance.now() + (isSent ? 50 : 8)
    while (!isDone() && performance.now() < end) tryNumbers(200)
    if (!isDone()) return setTimeout(work, isSent ? 0 : 8)
    proof.value = solved.join('.')
    if (isSent) form.submit()
  }

  function tryNumbers(count) {
    for (let tried = 0; tried < count && !isDone(); tried++) {
      const name = (number++).toString(36)
      if (firstWordOf(`${text}.${solved.length}.${name}`) >>> (32 - bits)) continue
      solved.push(name)
      number = 0
    }
  }

  // The first 32 bits of the SHA-256 of up to 55 ASCII characters (FIPS 180-4).
  function firstWordOf(message) {
    const words = firstWordOf.words || prepare()
    words.fill(0, 0, 16)
    for (let at = 0; at < message.length; at++) words[at >> 2] |= message.charCodeAt(at) << (24 - 8 * (at & 3))
    words[message.length >> 2] |= 0x80 << (24 - 8 * (message.length & 3))
    words[15] = message.length * 8
    for (let at = 16; at < 64; at++) {
      const [early, late] = [words[at - 15], words[at - 2]]
      const mixedEarly = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3)
      const mixedLate = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10)
      words[at] = words[at - 16] + mixedEarly + words[at - 7] + mixedLate
    }
    let [a, b, c, d, e, f, g, h] = firstWordOf.start
    for (let at = 0; at < 64; at++) {
      const mixedE = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
      const one = (h + mixedE + ((e & f) ^ (~e & g)) + firstWordOf.constants[at] + words[at]) | 0
      const mixedA = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
      const other = (mixedA + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g
      g = f
      f = e
      e = (d + one) | 0
      d = c
      c = b
      b = a
      a = (one + other) | 0
    }
    return (a + firstWordOf.start[0]) | 0
  }

  function rotated(word, by) {
    return (word >>> by) | (word << (32 - by))
  }

  // The constants are the first 32 bits of the fractions of the roots of the first primes.
  function prepare() {
    const primes = []
    for (let one = 2; primes.length < 64; one++) if (primes.every((prime) => one % prime)) primes.push(one)
    const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0
    firstWordOf.constants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)))
    firstWordOf.start = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))
    firstWordOf.words = new Int32Array(64)
    return firstWordOf.words
  }
})()
