// The search of the reference: hides the sections that do not hold every word typed. Without this script the page
// shows everything, and no search.
const search = document.querySelector('[data-search]')
const field = search.querySelector('input')
const said = search.querySelector('[role=status]')
const contents = document.querySelector('[popover]')
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const sections = [...document.querySelectorAll('main section[id]')].map((section) => ({
  section,
  text: plain(section.textContent),
  link: contents.querySelector(`a[href="#${section.id}"]`).parentElement,
}))

function find() {
  const words = plain(field.value).split(/\s+/).filter(Boolean)
  let found = 0
  for (const { section, text, link } of sections) {
    const holds = words.every((word) => text.includes(word))
    section.hidden = link.hidden = !holds
    if (holds) found++
  }
  for (const list of contents.querySelectorAll('ul')) {
    list.hidden = !list.querySelector('li:not([hidden])')
    const title = list.previousElementSibling
    if (title?.matches('b')) title.hidden = list.hidden
  }
  for (const chapter of document.querySelectorAll('[data-chapter]'))
    chapter.hidden = !chapter.querySelector('section:not([hidden])')
  const { none, one, many } = said.dataset
  said.textContent =
    words.length === 0 ? '' : found === 0 ? none : found === 1 ? one : many.replace('{n}', found)
}

// On a phone, a link leads out of the panel that holds it.
contents.addEventListener('click', ({ target }) => {
  if (target.closest('a')) contents.hidePopover()
})
// A link in the text may lead to what the search hides.
addEventListener('hashchange', () => {
  const target = document.getElementById(location.hash.slice(1))
  if (!target?.closest('[hidden]')) return
  field.value = ''
  find()
  target.scrollIntoView()
})
field.addEventListener('input', find)
search.hidden = false
