export default function sitemap() {
  return [{ url: 'https://team.test/', lastModified: new Date(0) }];
}
