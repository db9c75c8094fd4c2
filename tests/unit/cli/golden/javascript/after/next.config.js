const { withCandor } = require('candor/config');
/** @type {import('next').NextConfig} */
const nextConfig = {
  basePath: '/shop',
}

module.exports = withCandor(nextConfig)
