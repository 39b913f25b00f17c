//! VIP: what is for sale, and who is given what.

mod grants;
