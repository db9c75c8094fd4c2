export default function robots() {
  return { rules: { userAgent: '*', allow: '/' }, sitemap: 'https://team.test/sitemap.xml' };
}
