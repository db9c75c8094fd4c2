const { withCandor } = require('candor/config');
module.exports = withCandor(nextConfig)
