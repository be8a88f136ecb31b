// Builds elements. Whatever comes from a store is set as text, never as markup; there is no other way to put it in.

const kSvg = "http://www.w3.org/2000/svg";

const present = (child) => child !== null && child !== undefined && child !== false;

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter(present));
  return element;
}

// h("a", { href: "/", class: "name" }, "text", anotherElement). Attributes that are null or false are left out; `onclick`
// and the like are listeners. Children may be nested lists.
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

// The same for SVG.
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(kSvg, tag), attributes, children);
}

// Puts `children` in the place of what `element` held.
export function replaceContent(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter(present));
}
