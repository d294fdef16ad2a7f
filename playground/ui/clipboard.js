// For the components that copy: the sign, and the way.

// Our own text, never a user's or a server's.
const COPY = '<svg viewBox="0 0 16 16" width="14" height="14" fill="none" stroke="currentColor" aria-hidden="true">'
  + '<rect x="5.5" y="5.5" width="8" height="8" rx="1.5"/>'
  + '<path d="M10.5 5.5v-2a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2"/></svg>';

// Hand over exactly that text; tells whether the browser allowed it.
async function copy(text) {
  try { await navigator.clipboard.writeText(text); return true; } catch { /* no permission, or no secure origin */ }
  // In the copy event, because a field to copy from would change CRs.
  let done = false;
  const give = (event) => {
    event.clipboardData.setData("text/plain", text);
    event.preventDefault();
    event.stopImmediatePropagation();
    done = true;
  };
  document.addEventListener("copy", give, { capture: true });
  try { document.execCommand("copy"); } finally { document.removeEventListener("copy", give, { capture: true }); }
  return done;
}
