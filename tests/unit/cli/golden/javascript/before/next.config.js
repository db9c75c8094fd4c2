/** @type {import('next').NextConfig} */
const nextConfig = {
  basePath: '/shop',
}

module.exports = nextConfig
