// Searching, copying, and remembering the language of samples. Without it the pages are whole but for these.
const search = document.querySelector('search')
const input = document.querySelector('#search')
const found = document.querySelector('#found')
const count = document.querySelector('#found-count')
const mostFound = 12

search.hidden = false

/** The index of all pages, made in the browser when the search is first used. */
let opened
function openIndex() {
  opened ??= Promise.all([import('./minisearch.js'), fetch('/docs/search.json').then((reply) => reply.json())]).then(
    ([{ default: MiniSearch }, entries]) => {
      const index = new MiniSearch({
        fields: ['heading', 'page', 'text'],
        storeFields: ['path', 'page', 'heading', 'group', 'text'],
        searchOptions: {
          boost: { heading: 4, page: 3 },
          prefix: (word) => word.length > 2,
          fuzzy: (word) => (word.length > 5 ? 0.2 : false),
          combineWith: 'AND',
          // Who searches wants to do something: the records of decisions come after the guides.
          boostDocument: (_id, _word, { group }) => (group === 'Decisions' || group === 'More' ? 0.2 : 1),
        },
      })
      index.addAll(entries)
      return index
    },
  )
  return opened
}

async function showFound() {
  const words = input.value.trim()
  const index = await openIndex()
  if (words !== input.value.trim()) return
  const results = words === '' ? [] : index.search(words)
  found.replaceChildren(...results.slice(0, mostFound).map(foundLink))
  found.hidden = results.length === 0
  count.textContent = words === '' ? '' : results.length === 0 ? 'Nothing found' : `${results.length} found`
  count.classList.toggle('nothing', words !== '' && results.length === 0)
}

function foundLink({ path, page, heading, text, terms }) {
  const link = document.createElement('a')
  link.href = path
  const title = document.createElement('b')
  title.textContent = heading === page ? page : `${page}: ${heading}`
  const excerpt = document.createElement('span')
  const at = Math.max(0, text.toLowerCase().indexOf(terms[0] ?? '') - 40)
  excerpt.textContent = `${at > 0 ? '…' : ''}${text.slice(at, at + 120)}${at + 120 < text.length ? '…' : ''}`
  link.append(title, excerpt)
  return link
}

function closeFound() {
  found.hidden = true
  count.textContent = ''
}

input.addEventListener('focus', openIndex)
input.addEventListener('input', showFound)
found.addEventListener('click', closeFound)
document.addEventListener('keydown', (event) => {
  const isTyping = event.target.closest?.('input:not([type=radio]), textarea')
  if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault()
    input.focus()
    input.select()
  }
})
search.addEventListener('keydown', (event) => {
  const links = found.hidden ? [] : [...found.children]
  const at = links.indexOf(document.activeElement)
  if (event.key === 'Escape') {
    closeFound()
    input.focus()
  } else if (event.key === 'Enter' && at < 0) links[0]?.click()
  else if (event.key === 'ArrowDown') (links[at + 1] ?? links[0])?.focus()
  else if (event.key === 'ArrowUp') (links[at - 1] ?? input).focus()
  else return
  event.preventDefault()
})
document.addEventListener('click', (event) => {
  if (!search.contains(event.target)) closeFound()
})

// A button on each block copies what is shown of it.
if (navigator.clipboard)
  for (const block of document.querySelectorAll('.code')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    button.addEventListener('click', async () => {
      const shown = [...block.querySelectorAll('pre')].find((pre) => pre.checkVisibility())
      await navigator.clipboard.writeText(shown.textContent)
      button.textContent = 'Copied'
      setTimeout(() => {
        button.textContent = 'Copy'
      }, 2000)
    })
    block.append(button)
  }

// The language that was chosen once is shown everywhere.
const languageKey = 'florin-docs-language'
const show = (language) => {
  for (const choice of document.querySelectorAll(`.samples > input[value="${language}"]`)) choice.checked = true
}
const chosen = localStorage.getItem(languageKey)
if (/^\w+$/.test(chosen ?? '')) show(chosen)
document.addEventListener('change', ({ target }) => {
  if (!target.matches('.samples > input')) return
  const top = target.getBoundingClientRect().top
  show(target.value)
  // What is above may have become longer or shorter; the block stays where the reader looks.
  scrollBy(0, target.getBoundingClientRect().top - top)
  localStorage.setItem(languageKey, target.value)
})
