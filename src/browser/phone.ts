/** Phones run the card's app beside the browser, but answer no page; an iPad pretends to be a computer. */
export function isPhone({ userAgent, maxTouchPoints }: Navigator = navigator): boolean {
  return /Android|iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}
