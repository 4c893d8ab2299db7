/** Anchors as GitHub makes them, so that one link works in the repository and on the site. */
export function slugify(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}
