//! The classes of requests, and on whose behalf a task uses the database.

use std::future::Future;

/// A class of requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Workload {
    /// Lists, searches, works: what visitors read.
    Lists,
    /// Registering, signing in, refreshing a session.
    Login,
    /// Plans, orders, payment notifications, activation codes.
    Payment,
    /// What members read and write.
    Members,
    /// The operators' console.
    Operators,
}

tokio::task_local! {
    static CALLER: Caller;
}

/// On whose behalf a task uses the database.
#[derive(Debug, Clone, Copy)]
pub(super) struct Caller {
    pub workload: Workload,
    /// Whether its reads wait as long as writes.
    pub long_timeout: bool,
}

impl Caller {
    /// The caller of this task; outside of requests `Members` with the long timeout.
    pub(super) fn current() -> Self {
        let outside = Self {
            workload: Workload::Members,
            long_timeout: true,
        };
        CALLER.try_with(|caller| *caller).unwrap_or(outside)
    }
}

impl Workload {
    /// Every workload.
    pub const ALL: [Self; 5] = [
        Self::Lists,
        Self::Login,
        Self::Payment,
        Self::Members,
        Self::Operators,
    ];

    /// Its name in the metrics.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Lists => "lists",
            Self::Login => "login",
            Self::Payment => "payment",
            Self::Members => "members",
            Self::Operators => "operators",
        }
    }

    /// Runs `work`, whose database operations count for this workload.
    pub async fn within<F: Future>(self, work: F) -> F::Output {
        self.run_as(self.has_long_timeout(), work).await
    }

    /// The same for a request that changes something: its reads wait as long as its writes.
    pub async fn with_long_timeout<F: Future>(self, work: F) -> F::Output {
        self.run_as(true, work).await
    }

    async fn run_as<F: Future>(self, long_timeout: bool, work: F) -> F::Output {
        let workload = self;
        CALLER
            .scope(
                Caller {
                    workload,
                    long_timeout,
                },
                work,
            )
            .await
    }

    /// Selects this workload's element.
    pub fn of<T>(self, all: [T; 5]) -> T {
        let [lists, login, payment, members, operators] = all;
        match self {
            Self::Lists => lists,
            Self::Login => login,
            Self::Payment => payment,
            Self::Members => members,
            Self::Operators => operators,
        }
    }

    /// Whether reads wait as long as writes.
    pub fn has_long_timeout(self) -> bool {
        matches!(self, Self::Login | Self::Payment)
    }
}
